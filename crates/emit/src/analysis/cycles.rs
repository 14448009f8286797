//! Cycles of a directed graph.

/// For each node, the number of its strongly connected component: two nodes have the same one if each leads to the
/// other. `next` has the nodes that each node leads to. The searches have stacks of their own.
pub fn components(next: &[Vec<usize>]) -> Vec<usize> {
    let mut before = vec![Vec::new(); next.len()];
    for (from, all) in next.iter().enumerate() {
        all.iter().for_each(|to| before[*to].push(from));
    }
    let mut component = vec![usize::MAX; next.len()];
    for (number, start) in ended(next).into_iter().rev().enumerate() {
        let mut left = vec![start];
        while let Some(node) = left.pop() {
            if component[node] == usize::MAX {
                component[node] = number;
                left.extend(&before[node]);
            }
        }
    }
    component
}

/// The nodes in the order in which a depth-first search leaves them.
fn ended(next: &[Vec<usize>]) -> Vec<usize> {
    let (mut ended, mut seen) = (Vec::new(), vec![false; next.len()]);
    for start in 0..next.len() {
        let mut open = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            open.push((start, 0));
        }
        while let Some((node, at)) = open.last_mut() {
            match next[*node].get(*at) {
                Some(to) => {
                    *at += 1;
                    if !std::mem::replace(&mut seen[*to], true) {
                        open.push((*to, 0));
                    }
                }
                None => {
                    ended.push(*node);
                    open.pop();
                }
            }
        }
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_lead_to_each_other_share_a_component() {
        let found = components(&[vec![1], vec![2, 3], vec![0], vec![4], vec![3, 3], vec![5], vec![0]]);
        let same = |a: usize, b: usize| found[a] == found[b];
        assert!(same(0, 1) && same(1, 2) && same(3, 4));
        assert!(!same(0, 3) && !same(3, 5) && !same(5, 6) && !same(6, 0));
        assert_eq!(components(&[]), []);
        let long: Vec<Vec<usize>> = (0..100_000).map(|at| vec![(at + 1) % 100_000]).collect();
        assert_eq!(components(&long), vec![0; 100_000]);
    }
}
