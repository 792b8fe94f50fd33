# The two commands, for those who are used to make.

.PHONY: play check

play:
	@./play

check:
	@./check
