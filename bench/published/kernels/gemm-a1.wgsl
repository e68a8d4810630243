// Vectors of A and C, 1 wide.
alias VectorA = f32;
const WIDTH_A = 1u;
