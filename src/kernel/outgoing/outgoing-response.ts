export interface OutgoingResponse {
  status: number
  headers: Headers
  /** After redirects. */
  url: string
  body: Uint8Array
  text(): string
}
