import type { MessageCause, MessageTrace, TraceStep } from '../../../src/message/trace/message-trace.contract'
import { minuteMs } from '../../../src/kernel/time/durations.contract'
import type { AreaTexts } from '../../i18n/areas'
import type { Format } from '../../i18n/format'

type Texts = AreaTexts['messageTrace']

type LineIcon =
  | 'in'
  | 'out'
  | 'phone'
  | 'person'
  | 'automation'
  | 'filed'
  | 'waiting'
  | 'sent'
  | 'problem'
  | 'change'
  | 'file'
  | 'price'

export interface TraceLine {
  icon: LineIcon
  title: string
  /** Joined by a middle dot. */
  details: string[]
  /** What the provider said, as it said it. */
  said?: string | undefined
  at: string | undefined
}

interface Writer {
  t: Texts
  format: Format
  sendErrorText: (said: string) => string
}

/** Returns what happened, in the reader's words, oldest first. */
export function traceLines(trace: MessageTrace, writer: Writer): TraceLine[] {
  const attempts = { count: 0 }
  const lines = trace.steps.flatMap((step) => lineOf(step, writer, attempts))
  const first = trace.fromMe && !trace.isFromPhone ? writtenLine(trace, writer) : sentLine(trace, writer)
  return [first, ...inOrder(lines), ...priceLine(trace, writer.t)]
}

/** By the second: the provider’s times have no more. A report may come before the answer, or late. */
function inOrder(lines: TraceLine[]) {
  const second = ({ at = '' }: TraceLine) => Math.floor(Date.parse(at) / 1000)
  return lines.toSorted((a, b) => second(a) - second(b))
}

const exact = (format: Format, at: string | number) => {
  const seconds = String(new Date(at).getUTCSeconds()).padStart(2, '0')
  return `${format.time(at)}:${seconds}`
}

/** DD/MM/YYYY HH:mm:ss. */
export const exactTime = (format: Format, at: string | number) => `${format.date(at)} ${exact(format, at)}`

function duration({ t, format }: Writer, ms: number) {
  if (ms < 1_000) return t.milliseconds(format.number(ms))
  if (ms < minuteMs) return t.seconds(format.number(ms / 1000, 1))
  return format.duration(Math.round(ms / minuteMs))
}

function sentLine(
  { isFromPhone, isForwarded, contactName, connection, createdAt }: MessageTrace,
  { t }: Writer,
): TraceLine {
  return {
    icon: isFromPhone ? 'phone' : 'in',
    title: isFromPhone ? t.sentByPhone : t.sentByContact,
    details: [contactName ?? '', connection ? t.over(connection.name) : '', isForwarded ? t.forwardedByContact : ''],
    at: createdAt,
  }
}

function writtenLine(trace: MessageTrace, { t, format }: Writer): TraceLine {
  const { user, connection, isPrivate, createdAt, sendAfter } = trace
  const cause = trace.steps.find(({ kind }) => kind === 'written')?.data.cause
  const holds = sendAfter !== null && Date.parse(sendAfter) > Date.parse(createdAt)
  return {
    icon: user && cause?.kind !== 'schedule' ? 'person' : 'automation',
    title: isPrivate ? t.note : t.written,
    details: [
      user ? t.by(user.name) : '',
      cause ? causeText(cause, t) : user ? '' : t.automatic,
      connection && !isPrivate ? t.over(connection.name) : '',
      holds && trace.steps.every(({ kind }) => kind !== 'attempt') ? t.holds(exactTime(format, sendAfter)) : '',
    ],
    at: createdAt,
  }
}

function causeText({ kind, name = '', part }: MessageCause, t: Texts) {
  if (kind === 'bot') return [t.causes.bot(''), botName(t, part ?? '', name)].join(': ')
  const node = part === undefined ? undefined : t.nodes[part]
  return [t.causes[kind](name), node ? t.node(node) : ''].filter(Boolean).join(', ')
}

const botName = (t: Texts, kind: string, name: string) =>
  [t.bots[kind] ?? kind, name ? `“${name}”` : ''].join(' ').trim()

function lineOf(step: TraceStep, writer: Writer, attempts: { count: number }): TraceLine[] {
  const { t } = writer
  const { at, user, data } = step
  const by = user ? t.by(user.name) : data.by === 'contact' ? t.byContact : data.by === 'phone' ? t.byPhone : ''
  const line = (icon: LineIcon, title: string, ...details: string[]): TraceLine[] => [{ icon, title, details, at }]
  switch (step.kind) {
    case 'written':
      return []
    case 'received':
      return receivedLines(step, writer)
    case 'bot':
      return line(
        'automation',
        t.bot(botName(t, data.bot ?? '', data.name ?? '')),
        data.continues ? t.botContinues : t.botStarts,
      )
    case 'botDropped':
      return line('problem', t.botDropped[data.reason ?? 'failed'], t.bots[data.bot ?? ''] ?? '')
    case 'attempt':
      return attemptLine(step, writer, ++attempts.count)
    case 'resend':
      return line('out', t.resend, by)
    case 'status':
      return statusLine(step, writer)
    case 'edited':
      return line('change', t.edited, by)
    case 'deleted':
      return line('change', t.deleted, by)
    case 'changeSent':
      return line('sent', t.changeSent[data.change ?? 'edit'])
    case 'changeFailed':
      return [{ ...said(data.error, writer), icon: 'problem', title: t.changeFailed[data.change ?? 'edit'], at }]
    case 'fileFetched':
      return line('file', t.fileFetched)
    case 'fileMissing':
      return line('problem', t.fileMissing)
  }
}

/** Our codes are translated; what the provider said is shown beside its translation. */
function said(error: string | undefined, { sendErrorText }: Writer) {
  if (error === undefined) return { details: [] }
  return { details: [sendErrorText(error)], said: error.startsWith('ERR_') ? undefined : error }
}

function receivedLines({ at, data: { filedAt } }: TraceStep, writer: Writer): TraceLine[] {
  const { t } = writer
  const filed = { icon: 'filed' as const, title: t.filed, details: [], at }
  if (filedAt === undefined) return [{ ...filed, title: t.received }]
  const waitedMs = Date.parse(at) - filedAt
  return [
    { icon: 'in', title: t.received, details: [], at: new Date(filedAt).toISOString() },
    { ...filed, details: waitedMs >= 1_000 ? [t.waited(duration(writer, waitedMs))] : [] },
  ]
}

function attemptLine({ at, lastAt, times, data }: TraceStep, writer: Writer, number: number): TraceLine[] {
  const { t, format } = writer
  const { outcome = 'uncertain', ms } = data
  const isGood = outcome === 'accepted'
  const told = said(data.error, writer)
  const details = [
    t.outcomes[outcome],
    ...told.details,
    ms === undefined ? '' : t.answeredIn(duration(writer, ms)),
    times > 1 ? t.timesUntil(times, exactTime(format, lastAt)) : '',
  ]
  return [{ ...told, icon: isGood ? 'out' : 'waiting', title: t.attempt(number), details, at }]
}

function statusLine({ at, data }: TraceStep, writer: Writer): TraceLine[] {
  const { t, format } = writer
  const { ack = 1, providerAt, error } = data
  const told = said(error, writer)
  // Times of the provider have whole seconds.
  const isLate = providerAt !== undefined && Date.parse(at) - providerAt >= 2_000
  return [
    {
      ...told,
      icon: ack < 0 ? 'problem' : 'sent',
      title: t.acks[ack] ?? '',
      details: [...told.details, isLate ? t.knownAt(exact(format, at)) : ''],
      at: isLate ? new Date(providerAt).toISOString() : at,
    },
  ]
}

function priceLine({ charge }: MessageTrace, t: Texts): TraceLine[] {
  if (!charge) return []
  const category = t.categories[charge.category] ?? charge.category
  const text = charge.isBillable ? t.charged(category) : t.free(category)
  return [{ icon: 'price', title: t.price, details: [text], at: undefined }]
}
