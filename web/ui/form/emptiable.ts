import type * as v from 'valibot'

/** Lets a number field be empty while the form is filled in; the schema reads that as the initial number. */
export const emptiable = (schema: v.GenericSchema<number, number>) => schema as v.GenericSchema<number | null, number>
