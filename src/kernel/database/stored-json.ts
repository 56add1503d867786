/**
 * Reads JSON that this product has written into its own database or files. The type is trusted; JSON from anywhere else is
 * parsed with a schema, or with the functions of `untyped-json.contract.ts`.
 */
export const readStored = <Stored>(text: string) => JSON.parse(text) as Stored
