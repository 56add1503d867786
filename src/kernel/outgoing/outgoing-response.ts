export interface OutgoingResponse {
  status: number
  headers: Headers
  /** The final URL after redirects. */
  url: string
  body: Uint8Array
  text(): string
}
