const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const jsonBytesMax = 64 * kilobyte
export const jsonValuesMax = 10_000
/** Larger bodies and all forms require authentication first. */
export const anonymousBytesMax = 4 * kilobyte
export const requestBytesMax = 256 * megabyte

export interface FileLimits {
  fields: Record<string, number>
  fileBytesMax: number
  textBytesMax?: number
  textFieldsMax?: number
}

export interface BodyLimits {
  jsonBytesMax?: number
  jsonValuesMax?: number
  /** The field that gets a bare JSON list, otherwise refused. */
  listAs?: string
  /** For callers authenticated otherwise, such as by a signature. */
  anonymousBytesMax?: number
  /** The bytes as they arrived, for a signature over them. */
  raw?: true
  files?: FileLimits
}
