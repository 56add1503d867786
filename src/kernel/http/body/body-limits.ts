const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Limit of JSON bodies, unless the call declares another. */
export const jsonBytesMax = 64 * kilobyte
/** Limit of the values in a JSON body, unless the call declares another. */
export const jsonValuesMax = 10_000
/** Larger bodies and all forms require authentication before they are read. */
export const anonymousBytesMax = 4 * kilobyte
/** Limit of any request: the largest file of a channel, with room for the other fields. */
export const requestBytesMax = 256 * megabyte

export interface FileLimits {
  /** Maximum number of files by form field. */
  fields: Record<string, number>
  /** Maximum size of one file. */
  fileBytesMax: number
  /** Limits of all text fields together, where the defaults do not suffice. */
  textBytesMax?: number
  textFieldsMax?: number
}

/** Limits of a call's body. Larger bodies, and undeclared forms, are refused before they are read. */
export interface BodyLimits {
  jsonBytesMax?: number
  /** Limit of object members and array elements together. */
  jsonValuesMax?: number
  /** The object field that gets a bare JSON list; without it, lists are refused. */
  listAs?: string
  /**
   * For callers authenticated otherwise, such as by a signature: limit of a body that is read before authentication.
   */
  anonymousBytesMax?: number
  /** The call checks a signature over the body: it gets the bytes as they arrived, before anything reads them. */
  raw?: true
  /** The call accepts a form with files; without it, no form. */
  files?: FileLimits
}
