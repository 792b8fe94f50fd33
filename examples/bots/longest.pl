#!/usr/bin/env perl
# A bot in Perl, without any library: the legal move with the longest text, of equal ones any.
# In My Shelfie that is one that takes as many tiles as possible.
use strict;
use warnings;

$| = 1;    # an answer must not wait in a buffer

while ( my $line = <STDIN> ) {
    next unless $line =~ /^\{"type":"move"/;    # the other messages need no answer
    my ($list) = $line =~ /"legal":\[([^\]]*)\]/;
    my @legal = $list =~ /"([^"]*)"/g;
    my ($longest) = sort { $b <=> $a } map { length } @legal;
    my @best = grep { length == $longest } @legal;
    print $best[ rand @best ], "\n";
}
