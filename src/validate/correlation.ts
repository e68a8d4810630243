// How alike two columns order and scale: Pearson's r and Kendall's tau-b, which allows for ties
// ("The treatment of ties in ranking problems", Biometrika 33, 1945). NaN where a column does not vary.

export function kendall(a: readonly number[], b: readonly number[]): number {
  let [difference, distinctA, distinctB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [signA, signB] = [Math.sign(a[i] - a[j]), Math.sign(b[i] - b[j])];
      difference += signA * signB;
      distinctA += Math.abs(signA);
      distinctB += Math.abs(signB);
    }
  }
  return difference / Math.sqrt(distinctA * distinctB);
}

export function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] - meanA, b[i] - meanB];
    both += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return both / Math.sqrt(squareA * squareB);
}
