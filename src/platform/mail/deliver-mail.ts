import { domainToASCII } from 'node:url'
import type { MailConfig } from '../../kernel/config/mail-config'
import { readBranding } from '../branding/platform-setting.queries'
import type { Platform } from '../platform'

/** The id stays over all attempts. */
export interface OutgoingMail {
  id: string
  at: string
  to: MailAddress
  subject: string
  text: string
  html?: string | undefined
  leaveLink?: string | undefined
}

export interface MailAddress {
  name: string
  address: string
}

/** `final`: another attempt would be refused as well. */
export class MailFailure extends Error {
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message)
  }
}

const second = 1000
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The server may be private. Plain passwords and unverified certificates only on the machine itself. @throws MailFailure */
export async function deliverMail(platform: Platform, mail: OutgoingMail, signal: AbortSignal) {
  const { mail: config } = platform.config
  if (!config) throw new MailFailure('The host has configured no mail server', true)
  const transport = await openTransport(config)
  signal.throwIfAborted()
  const from = mailbox({ ...config.from, name: config.from.name || readBranding(platform).name })
  const to = mailbox(mail.to)
  try {
    await transport.sendMail({
      from,
      to,
      envelope: { from: from.address, to: to.address },
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
      date: new Date(mail.at),
      headers: { 'Auto-Submitted': 'auto-generated', ...leaveHeaders(mail) },
    })
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}

/** By RFC 2369, section 3.2 (July 1998), and for one click RFC 8058, section 3.1 (January 2017), which asks for HTTPS. */
function leaveHeaders({ leaveLink }: OutgoingMail): Record<string, string> {
  if (leaveLink === undefined) return {}
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { 'List-Unsubscribe': `<${leaveLink}>`, ...(leaveLink.startsWith('https:') && oneClick) }
}

async function openTransport({ host, port, secure, auth }: MailConfig) {
  const { createTransport } = await import('nodemailer')
  const isLocal = loopback.test(host)
  return createTransport({
    host,
    port,
    secure,
    auth,
    requireTLS: !secure && auth !== undefined && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: 20 * second,
    greetingTimeout: 20 * second,
    socketTimeout: 60 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const mailboxShape = /^[^\s<>()[\]\\,:;"@\p{Cc}]+@[^\s<>()[\]\\,:;"@\p{Cc}]+$/u

/** One address, never a list. Names of domains in other scripts are sent in ASCII, which every server understands. */
function mailbox({ name, address }: MailAddress): MailAddress {
  if (!mailboxShape.test(address)) throw new MailFailure('The address is not valid', true)
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1)) || address.slice(at + 1)
  return { name: oneLine(name), address: `${address.slice(0, at)}@${domain}` }
}

/** Nothing that a person types ends a header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** 5yz is final (RFC 5321, section 4.2.1); everything else is tried again. */
function failureOf(error: unknown) {
  if (!(error instanceof Error)) return new MailFailure(String(error), false)
  const { responseCode, code, response } = error as Error & { responseCode?: number; code?: string; response?: string }
  const isRefused = responseCode !== undefined && responseCode >= 500
  const isUnsendable = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return new MailFailure(oneLine(response || error.message).slice(0, 300), isRefused || isUnsendable)
}
