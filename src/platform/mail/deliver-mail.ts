import { domainToASCII } from 'node:url'
import type { MailConfig } from '../../kernel/config/mail-config'
import { readBranding } from '../branding/branding'
import type { Platform } from '../platform'

/** A mail as it is handed to the server. The id stays the same over all attempts, so that a receiver can recognise a repetition. */
export interface OutgoingMail {
  id: string
  /** ISO 8601. */
  at: string
  to: MailAddress
  subject: string
  text: string
  html?: string | undefined
}

export interface MailAddress {
  name: string
  address: string
}

/** The server's answer, or why there was none. `final`: another attempt would be refused as well. */
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

/**
 * Hands a mail to the host's server. The host names the server, so that it may be a private one. A password is sent in plain text
 * only to the machine itself, and only there certificates are not verified.
 * @throws MailFailure
 */
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
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
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

/** Nothing typed by a person ends a header or begins another. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** 5yz is final (RFC 5321, section 4.2.1). Everything else is tried again, a lost connection included. */
function failureOf(error: unknown) {
  if (!(error instanceof Error)) return new MailFailure(String(error), false)
  const { responseCode, code, response } = error as Error & { responseCode?: number; code?: string; response?: string }
  const isRefused = responseCode !== undefined && responseCode >= 500
  const isUnsendable = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return new MailFailure(oneLine(response || error.message).slice(0, 300), isRefused || isUnsendable)
}
