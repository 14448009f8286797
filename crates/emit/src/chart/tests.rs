use super::*;

fn part(path: &str, first: u64, bits: u64) -> Part {
    let place = Offset { first, steps: Vec::new(), moves: false };
    Part {
        path: path.into(),
        place,
        bits,
        ty: "uint".into(),
        role: Role::Box,
        since: None,
        doc: None,
        names: None,
    }
}

fn chart(parts: Vec<Part>) -> Chart {
    let bits = parts.iter().map(|part| part.bits).sum();
    Chart { title: "T".into(), doc: None, bits, order: "Bits.", by_octets: false, parts }
}

#[test]
fn boxes_close_where_their_neighbours_begin() {
    let chart = chart(vec![part("ok", 0, 4), part("f", 4, 1), part("rest", 5, 7)]);
    let wanted = "\
T: 12 bits, 2 octets

 0 1 2 3 4 5 6 7
+-+-+-+-+-+-+-+-+
|  ok   |f|     |
+-+-+-+-+-+-+-+-+
| rest  |
+-+-+-+-+
";
    let printed = chart.print(Form::Text, 8);
    let picture: String = printed.split_inclusive('\n').take(8).collect();
    assert_eq!(picture, wanted);
}

#[test]
fn every_bit_has_one_owner() {
    let chart = chart(vec![part("a", 0, 3), part("long", 3, 64 * 9), part("z", 579, 13)]);
    let grid = grid::Grid::new(&chart, 32);
    let drawn: u64 = grid.rows.iter().map(|row| row.stands_for * 32).sum();
    assert_eq!(drawn, chart.bits.div_ceil(32) * 32);
    assert!(grid.rows.len() < 10, "{} rows", grid.rows.len());
    let last = grid.rows.len() - 1;
    assert_eq!(grid.at(last, (chart.bits - 1) % 32), Some(2));
    assert_eq!(grid.at(last, chart.bits % 32), None);
}

#[test]
fn a_picture_needs_no_more_than_xml() {
    let mut chart = chart(vec![part("a", 0, 1)]);
    chart.title = "<&\">".into();
    let printed = chart.print(Form::Svg, 32);
    assert!(printed.contains("&lt;&amp;&quot;&gt;: 1 bit, 1 octet"), "{printed}");
}
