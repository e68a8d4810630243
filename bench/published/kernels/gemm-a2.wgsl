// Vectors of A and C, 2 wide.
alias VectorA = vec2f;
const WIDTH_A = 2u;
