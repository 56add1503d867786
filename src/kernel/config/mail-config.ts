import { domainToASCII } from 'node:url'
import * as v from 'valibot'
import { StartFailure } from '../start-failure'

/** Environment variables of the host's outgoing mail. Without SMTP_URL nothing is mailed. */
export const mailEnvironment = {
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => readServer(text) !== undefined,
        'is no address such as smtps://user:password@mail.example.com, with special characters of user and password percent-encoded',
      ),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => readSender(text) !== undefined, 'is no address such as Recado <recado@example.com>'),
    ),
  ),
}

const Environment = v.object(mailEnvironment)

export interface MailConfig {
  host: string
  port: number
  secure: boolean
  auth?: { user: string; pass: string }
  /** Without a name, the product's is shown. */
  from: { name: string; address: string }
}

/** @throws StartFailure for a server without a sender */
export function mailConfigOf(env: v.InferOutput<typeof Environment>): MailConfig | undefined {
  const server = env.SMTP_URL === undefined ? undefined : readServer(env.SMTP_URL)
  if (!server) return undefined
  const { sender, ...rest } = server
  const from = readSender(env.MAIL_FROM ?? sender ?? rest.auth?.user ?? '')
  if (!from) {
    throw new StartFailure(
      'The configuration is not valid:\n  MAIL_FROM: names the sender of mails, such as Recado <recado@example.com>; SMTP_URL needs it',
    )
  }
  return { ...rest, from }
}

function readServer(text: string) {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname) || url.hash) return undefined
  const secure = url.protocol === 'smtps:'
  try {
    const name = decodeURIComponent(url.hostname)
    const host = name.startsWith('[') ? name.slice(1, -1) : domainToASCII(name)
    const user = decodeURIComponent(url.username)
    const pass = decodeURIComponent(url.password)
    const sender = url.searchParams.get('from') ?? undefined
    if (!host || (sender !== undefined && !readSender(sender))) return undefined
    return {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      ...(user && { auth: { user, pass } }),
      sender,
    }
  } catch {
    return undefined
  }
}

const senderShape =
  /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+)>|([^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+))$/u

function readSender(text: string) {
  const [whole, name = '', named, bare] = senderShape.exec(text) ?? []
  return whole === undefined ? undefined : { name, address: named ?? bare ?? '' }
}
