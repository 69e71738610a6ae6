//! Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
use std::io::{self, BufRead, BufWriter, Write};

/// The random numbers of a deal.
fn draws(number: u64) -> impl Iterator<Item = usize> {
    let mut state = number as u32;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(214013).wrapping_add(2531011);
        let upper = (state >> 16) as usize;
        match number {
            0..=0x7FFF_FFFF => upper & 0x7FFF,
            0x8000_0000..=0xFFFF_FFFF => upper | 0x8000,
            _ => upper + 1,
        }
    })
}

/// The board of a deal: 7 rows of 8 cards, the last of 4.
fn deal(number: u64) -> Vec<Vec<String>> {
    let mut deck: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let cards: Vec<String> = draws(number)
        .take(52)
        .map(|draw| deck.swap_remove(draw % deck.len())) // the last card takes the place of the one dealt
        .collect();
    cards.chunks(8).map(<[String]>::to_vec).collect()
}

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines() {
        let number = line?.trim().parse().expect("a deal number");
        for row in deal(number) {
            writeln!(output, "{}", row.join(" "))?;
        }
    }
    Ok(())
}
