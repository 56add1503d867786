export const gigabyte = 1e9
