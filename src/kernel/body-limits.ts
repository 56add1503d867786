const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Of JSON, unless its call declares more. */
export const jsonBytesMax = 64 * kilobyte
/** Above it, and for every form, whoever sends the body must be signed in before a byte of it is read. Signing up takes less. */
export const strangerBytesMax = 4 * kilobyte
/** Of one request, whatever it carries: the largest file a channel takes, and room for its siblings. */
export const requestBytesMax = 256 * megabyte

export interface FileLimits {
  /** Name of the form's field → how many files it takes. */
  fields: Record<string, number>
  /** Of one file. */
  fileBytesMax: number
}

/** What the body of a call may be. What is larger, or a form where none is taken, is refused before it is read. */
export interface BodyLimits {
  jsonBytesMax?: number
  /** For callers who prove themselves otherwise, such as by a signature: read before anybody is authenticated. */
  strangerBytesMax?: number
  /** The call takes a form with files; without it, no form. */
  files?: FileLimits
}
