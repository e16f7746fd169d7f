//! Defines the counts of a score: emitted, right, wanted and found.

/// Counts of one kind, of one family or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deltas emitted.
    pub emitted: usize,
    /// Number of those that match a label.
    pub right: usize,
    /// "Must" labels.
    pub must: usize,
    /// Number of those that were matched.
    pub found: usize,
}

impl Tally {
    /// Share of the emitted that are right, in percent.
    pub fn precision(self) -> f32 {
        percent(self.right, self.emitted)
    }

    /// Share of the must labels that are found, in percent.
    pub fn recall(self) -> f32 {
        percent(self.found, self.must)
    }

    /// Their harmonic mean.
    pub fn f1(self) -> f32 {
        let (p, r) = (self.precision(), self.recall());
        if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 }
    }

    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.emitted += other.emitted;
        self.right += other.right;
        self.must += other.must;
        self.found += other.found;
    }
}

/// `a` of `b` in percent; 0 when `b` is 0.
pub fn percent(a: usize, b: usize) -> f32 {
    if b == 0 { 0.0 } else { 100.0 * a as f32 / b as f32 }
}

/// `x` with so many digits after the point.
pub fn rounded(x: f32, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (f64::from(x) * unit).round() / unit
}

/// The score of one kind of change, kinds compared strictly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KindScore {
    /// Right, wrong and missed.
    pub tally: Tally,
    /// Deltas whose labels are all matched with other deltas.
    pub duplicates: usize,
    /// Deltas emitted as settled for a label that is still open.
    pub canonized: usize,
    /// Matched changes with known targets: (wrong target, all).
    pub mistargeted: (usize, usize),
}

impl KindScore {
    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        self.duplicates += other.duplicates;
        self.canonized += other.canonized;
        add_pair(&mut self.mistargeted, other.mistargeted);
    }
}

/// Deltas whose confidence lies in one tenth.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bin {
    /// Deltas emitted.
    pub emitted: usize,
    /// Number of those that match a label.
    pub right: usize,
    /// Their confidences added up.
    pub sum: f64,
}

impl Bin {
    /// Mean confidence, in percent.
    pub fn mean_confidence(self) -> f32 {
        if self.emitted == 0 { 0.0 } else { (100.0 * self.sum / self.emitted as f64) as f32 }
    }

    /// Share that is right, in percent.
    pub fn precision(self) -> f32 {
        percent(self.right, self.emitted)
    }

    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.emitted += other.emitted;
        self.right += other.right;
        self.sum += other.sum;
    }
}

/// Number of bins a confidence falls into.
pub const BINS: usize = 10;

/// The bin of a confidence.
pub fn bin(confidence: f32) -> usize {
    ((confidence * BINS as f32) as usize).min(BINS - 1)
}

/// Mean distance between confidence and precision over the bins, in percentage points, weighted by count.
pub fn off_by(bins: &[Bin; BINS]) -> f32 {
    let all: usize = bins.iter().map(|b| b.emitted).sum();
    let apart: f32 = bins.iter().map(|b| (b.mean_confidence() - b.precision()).abs() * b.emitted as f32).sum();
    if all == 0 { 0.0 } else { apart / all as f32 }
}

/// Adds two pairs of counts.
pub fn add_pair(to: &mut (usize, usize), more: (usize, usize)) {
    *to = (to.0 + more.0, to.1 + more.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_well_calibrated_bin_has_zero_calibration_error() {
        let mut bins = [Bin::default(); BINS];
        bins[bin(0.8)] = Bin { emitted: 5, right: 4, sum: 4.0 };
        assert!(off_by(&bins) < 0.01);
        bins[bin(0.2)] = Bin { emitted: 5, right: 5, sum: 1.0 };
        assert!((off_by(&bins) - 40.0).abs() < 0.01);
        assert_eq!((bin(0.0), bin(0.79), bin(1.0)), (0, 7, 9));
    }
}
