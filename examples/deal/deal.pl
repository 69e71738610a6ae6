#!/usr/bin/perl
# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
use strict;
use warnings;

my @deck = map { my $rank = $_; map { $rank . $_ } qw(C D H S) } qw(A 2 3 4 5 6 7 8 9 T J Q K);

# A function that gives the random numbers of a deal, one after the other.
sub draws {
    my ($number) = @_;
    my $state = $number;
    return sub {
        $state = (214013 * $state + 2531011) & 0xFFFFFFFF;
        return $state >> 16 & 0x7FFF if $number < 2**31;
        return $state >> 16 | 0x8000 if $number < 2**32;
        return ($state >> 16) + 1;
    };
}

# The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4.
sub deal {
    my ($number) = @_;
    my $draw = draws($number);
    my @left = @deck;
    my @rows;
    for my $dealt (0 .. 51) {
        my $place = $draw->() % @left;
        push @{ $rows[ int $dealt / 8 ] }, $left[$place];
        $left[$place] = $left[-1];    # the last card takes the place of the one dealt
        pop @left;
    }
    return @rows;
}

while (my $line = <STDIN>) {
    print "@$_\n" for deal($line + 0);
}
