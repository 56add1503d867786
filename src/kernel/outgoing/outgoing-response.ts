export interface OutgoingResponse {
  status: number
  headers: Headers
  url: string
  body: Uint8Array
  text(): string
}
