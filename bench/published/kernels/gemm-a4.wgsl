// Vectors of A and C, 4 wide.
alias VectorA = vec4f;
const WIDTH_A = 4u;
