export interface OutgoingResponse {
  status: number
  headers: Headers
  /** Where the response came from after redirects. */
  url: string
  body: Uint8Array
  text(): string
}
