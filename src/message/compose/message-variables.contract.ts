export interface VariableFacts {
  contact: { name: string; number: string }
  userName: string
  queue: string
  connection: string
  company: string
  ticketId: number
  /** `YYYY-MM-DD` and `HH:mm` in the company's time zone. */
  createdDay: string
  /** `YYYY-MM-DD` and `HH:mm` in the company's time zone. */
  now: { day: string; time: string }
}

export const messageVariables = [
  'firstName',
  'name',
  'ms',
  'userName',
  'queue',
  'connection',
  'protocol',
  'date',
  'hour',
  'ticket_id',
  'name_company',
] as const

export const contactVariables = ['nome', 'numero', 'email'] as const
export const automationVariables = [...contactVariables, ...messageVariables.filter((name) => name !== 'name')]

export function variableValues({
  contact,
  ticketId,
  createdDay,
  now,
  ...facts
}: VariableFacts): Record<string, string> {
  return {
    firstName: firstNameOf(contact),
    name: givenName(contact),
    userName: facts.userName,
    ms: greetingOf(Number(now.time.slice(0, 2))),
    protocol: `${createdDay.replaceAll('-', '')}${ticketId}`,
    date: now.day.split('-').reverse().join('/'),
    hour: now.time,
    ticket_id: String(ticketId),
    queue: facts.queue,
    connection: facts.connection,
    name_company: facts.company,
  } satisfies Record<(typeof messageVariables)[number], string>
}

function greetingOf(hour: number) {
  if (hour < 6) return 'Boa madrugada'
  if (hour < 12) return 'Bom dia'
  return hour < 18 ? 'Boa tarde' : 'Boa noite'
}

/** Single braces do, too, in flows and campaigns. */
const doubleBraces = /(\{\{\w+\}\})/
const anyBraces = /(\{\{[\p{L}\p{N}_]+\}\}|\{[\p{L}\p{N}_]+\})/u
const spacedBraces = /(\{\{[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]*\}\}|\{[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ -]*\})/u

/** Values are not expanded again; an empty one leaves no stray comma or space. */
export function replaceVariables(text: string, values: Readonly<Record<string, string>>): string {
  return replace(text, doubleBraces, (name) => (Object.hasOwn(values, name) ? values[name] : undefined))
}

export function replaceBraced(
  text: string,
  valueOf: (name: string) => string | undefined,
  { spaced = false } = {},
): string {
  return text.includes('{') ? replace(text, spaced ? spacedBraces : anyBraces, valueOf) : text
}

export const bracedNames = (text: string, { spaced = false } = {}): string[] =>
  text
    .split(spaced ? spacedBraces : anyBraces)
    .filter((_, index) => index % 2 === 1)
    .map(nameOf)

const nameOf = (variable: string) => variable.replace(/[{}]/g, '')

function replace(text: string, braces: RegExp, valueOf: (name: string) => string | undefined): string {
  const [first = '', ...pieces] = text.split(braces)
  let filled = first
  for (let index = 0; index < pieces.length; index += 2) {
    const [variable = '', next = ''] = [pieces[index], pieces[index + 1]]
    const value = valueOf(nameOf(variable)) ?? variable
    filled = value === '' ? closeGap(filled, next, index + 2 < pieces.length) : filled + value + next
  }
  return filled
}

/** Opening marks stand directly before what they contain. */
const opens = /(?:^|[\s([{])[([{“«"'*_~]+$/
const closes = /^(?:[,;:!.?%)\]}”»]|["'*_~]+(?![\p{L}\p{N}\p{S}({["'*_~]))/u

function closeGap(before: string, after: string, isFollowed: boolean): string {
  const marks = /[*_~]*$/.exec(before.slice(-3))?.[0] ?? ''
  if (marks !== '' && after.startsWith([...marks].reverse().join(''))) {
    return closeGap(before.slice(0, -marks.length), after.slice(marks.length), isFollowed)
  }
  const head = trimSpaces(before)
  const tail = after.replace(/^[ \t]+/, '')
  if (head === '' || head.endsWith('\n')) return head + capitalised(tail.replace(/^[,;:!.][,;:!.\s]*/, ''))
  const continues = tail === '' ? isFollowed : !tail.startsWith('\n') && !closes.test(isFollowed ? `${tail}a` : tail)
  if (!continues) return (',;:'.includes(head.slice(-1)) ? head.slice(0, -1) : head) + tail
  const hasSpace = head !== before || tail !== after
  return head + (hasSpace && !opens.test(head.slice(-4)) ? ' ' : '') + tail
}

function trimSpaces(text: string) {
  let end = text.length
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function capitalised(text: string) {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

/** Digits with punctuation, masked, or a placeholder. */
const numberOnly = /^[\d\s().+/-]{8,}$/
const maskedNumber = /^\*{6}\d{2}$/
const placeholder = /^Contato \S{1,4}$/

export function givenName({ name, number }: { name: string; number: string }) {
  const trimmed = name.trim()
  const isName = trimmed !== number && ![numberOnly, maskedNumber, placeholder].some((form) => form.test(trimmed))
  return isName ? trimmed : ''
}

export function firstNameOf(contact: { name: string; number: string }) {
  const words = givenName(contact).split(/\s+/)
  return words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? ''
}
