/** As on plans and screens. */
export const gigabyte = 1e9
