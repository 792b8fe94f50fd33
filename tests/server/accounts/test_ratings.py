"""Ratings: winners rise, losers fall, and everybody starts in the middle."""

from ludoteca.server.accounts.ratings import newcomer, rate, shown


def test_of_four_the_order_of_the_ranks_is_that_of_the_ratings() -> None:
    before = [newcomer(str(seat), "g", 4) for seat in range(4)]
    after = rate(before, [3, 1, 4, 2])
    assert sorted(range(4), key=lambda seat: -after[seat].mu) == [1, 3, 0, 2]
    assert all(one.matches == 1 and one.sigma < before[0].sigma for one in after)


def test_a_shared_rank_moves_equals_equally() -> None:
    one, two, three = rate([newcomer(name, "g", 3) for name in "abc"], [1, 1, 3])
    assert abs(one.mu - two.mu) < 1e-9
    assert shown(one) > 1000 > shown(three)


def test_a_newcomer_is_shown_in_the_middle() -> None:
    assert shown(newcomer("a", "g", 2)) == 1000
