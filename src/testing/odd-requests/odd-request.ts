/** What sends a request, and what it must come to. */
export interface OddRequest {
  bytes: string
  /** The answer it must get; without one, any that is not a failure of ours, or none. */
  status?: number
  /** The client closes its half right after sending. */
  ends?: boolean
}
export type OddRequests = Record<string, OddRequest>

/** Somebody who is signed in: header line and cookie. */
export interface Session {
  bearer: string
  cookie: string
}

export const host = 'host: recado.test'
export const navigation = 'accept: text/html'

/** A request as text; the lines are its headers. */
export const request = (line: string, headers: readonly string[] = [host], body = '') =>
  `${line}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`
export const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, [host, ...headers])
export const post = (target: string, type: string, body: string, ...headers: string[]) =>
  request(
    `POST ${target} HTTP/1.1`,
    [host, `content-type: ${type}`, `content-length: ${body.length}`, ...headers],
    body,
  )
