import { foldText } from '../../kernel/text/fold-text.contract'
import { delayMsMax } from '../integration.contract'
import type { BotActions, BotReply } from '../bot-answer'
import type { IntegrationError } from '../integration-error'
import { readId } from '../read-ids'
import type { TypebotReply } from './typebot-client'
import type { Choices } from './typebot-session'
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../../kernel/untyped-json.contract'

const bubblesMax = 50
const secondsMax = 60
const choicesMax = 50
const textMax = 65_536

interface Bubbles {
  replies: BotReply[]
  actions: BotActions
  /** A command bubble asks to stop. */
  stops: boolean
  problems: IntegrationError[]
}

export function readBubbles({ messages, clientSideActions }: TypebotReply, delayMs: number): Bubbles {
  const result: Bubbles = { replies: [], actions: {}, stops: false, problems: [] }
  const waits = waitsAfter(clientSideActions)
  let pauseMs = waits.get('') ?? 0
  for (const message of messages.slice(0, bubblesMax)) {
    const bubble = objectOf(message)
    const reply = readBubble(bubble, result)
    if (reply) {
      result.replies.push({ ...reply, delayMs: Math.min(delayMs, delayMsMax) + pauseMs })
      pauseMs = 0
    }
    pauseMs += waits.get(String(bubble['id'])) ?? 0
  }
  for (const action of clientSideActions.slice(0, bubblesMax)) {
    const { redirect } = objectOf(action)
    const url = textOf(objectOf(redirect)['url'])
    if (url !== '') result.replies.push({ text: url, delayMs })
  }
  return result
}

/** Bubble → milliseconds after it; the empty id is the beginning. */
function waitsAfter(actions: readonly unknown[]) {
  const waits = new Map<string, number>()
  for (const action of actions.slice(0, bubblesMax)) {
    const { wait, lastBubbleBlockId } = objectOf(action)
    const seconds = Number(objectOf(wait)['secondsToWaitFor'])
    if (!Number.isFinite(seconds) || seconds <= 0) continue
    const id = textOf(lastBubbleBlockId)
    waits.set(id, (waits.get(id) ?? 0) + Math.min(seconds, secondsMax) * 1000)
  }
  return waits
}

function readBubble({ type, content: given }: JsonObject, result: Bubbles): BotReply | undefined {
  const content = objectOf(given)
  const url = textOf(content['url']).slice(0, 2000)
  switch (type) {
    case 'text': {
      const markdown = content['markdown']
      const text = typeof markdown === 'string' ? markdown.slice(0, textMax) : richTextOf(content['richText'])
      if (text.startsWith('#') && readCommand(text.slice(1), result)) return undefined
      return text.trim() === '' ? undefined : { text }
    }
    case 'image':
    case 'audio':
      return url === '' ? undefined : { url, caption: '', isVoice: type === 'audio' }
    case 'video':
      if (url === '') return undefined
      // Pages of video services are no files.
      return content['type'] === 'url' || content['type'] === undefined ? { url, caption: '' } : { text: url }
    default:
      return url === '' ? undefined : { text: url }
  }
}

/** `#{"queueId":1,"userId":2}` or `#{"stopBot":true}`. False for anything else. */
function readCommand(text: string, result: Bubbles): boolean {
  try {
    const command: unknown = JSON.parse(text)
    if (!isObject(command)) return false
    const { queueId, userId, stopBot } = command
    const isOrder = ['queueId', 'userId', 'stopBot'].some((name) => Object.hasOwn(command, name))
    if (!isOrder) return false
    const queue = readId('queueId', queueId, result.problems)
    const user = readId('userId', userId, result.problems)
    const stops = stopBot === true || stopBot === 'true'
    if (queue !== undefined) result.actions.queueId = queue
    if (user !== undefined) result.actions.userId = user
    result.stops ||= stops
    return true
  } catch {
    return false
  }
}

/** Undefined for an input that takes text. */
export function readChoices(input: JsonObject | null): Choices | undefined {
  const items = input?.['items']
  if (!Array.isArray(items)) return undefined
  const choices = items
    .slice(0, choicesMax)
    .flatMap((item) => choicesOf(objectOf(item)))
    .slice(0, choicesMax)
  if (choices.length === 0) return undefined
  const { isMultipleChoice } = objectOf(input?.['options'])
  const names = choices.map(({ name }) => name)
  const hasIds = choices.some(({ answer }) => answer !== undefined)
  return {
    names,
    ...(hasIds && { answers: choices.map(({ name, answer }) => answer ?? name) }),
    isMultiple: isMultipleChoice === true,
  }
}

/** `paths`: a card's buttons, known by id only. */
function choicesOf({ content, title, value, paths }: JsonObject): { name: string; answer?: string }[] {
  const name = [content, title, value].map(labelOf).find((text) => text !== '') ?? ''
  const buttons = listOf(paths)
    .slice(0, choicesMax)
    .flatMap((path) => {
      const { id, text } = objectOf(path)
      const shown = [name, labelOf(text)].filter((part) => part !== '').join(': ')
      const answer = textOf(id).slice(0, 100)
      return answer !== '' && shown !== '' ? [{ name: shown, answer }] : []
    })
  if (buttons.length > 0) return buttons
  return name === '' ? [] : [{ name }]
}

const labelOf = (value: unknown) => textOf(value).trim().slice(0, 500)

export const choicesText = ({ names }: Choices) => names.map((name, index) => `*${index + 1}* - ${name}`).join('\n')

/** Numbers and names become what Typebot takes. */
export function chosenText(answer: string, { names, answers = names, isMultiple }: Choices): string {
  const places = new Map(names.map((name, index) => [foldText(name).trim(), index]))
  const answerOf = (word: string) => {
    const place = /^\d{1,3}$/.test(word.trim()) ? Number(word) - 1 : places.get(foldText(word).trim())
    return place === undefined ? word : (answers[place] ?? word)
  }
  return isMultiple ? answer.split(',').map(answerOf).join(', ') : answerOf(answer)
}

/** Lowest and highest; undefined for others. */
export function ratingText(input: JsonObject | null): string | undefined {
  if (input?.['type'] !== 'rating input') return undefined
  const { length, startsAt } = objectOf(input['options'])
  const highest = typeof length === 'number' && Number.isFinite(length) ? length : ratingMaxDefault
  return `*${typeof startsAt === 'number' ? startsAt : 1}* - *${highest}*`
}

const ratingMaxDefault = 10

const depthMax = 20
const lengthMax = 65_536

interface Node {
  type?: unknown
  text?: unknown
  url?: unknown
  bold?: unknown
  italic?: unknown
  children?: unknown
}

export function richTextOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  const lines = blocks.flatMap((block) => linesOf(block, 0, ''))
  return lines.join('\n').slice(0, lengthMax).trimEnd()
}

const listTypes = ['ul', 'ol']

/** A paragraph, or a list of blocks. */
function linesOf(given: unknown, depth: number, indent: string): string[] {
  const node = nodeOf(given)
  if (!node || depth > depthMax) return []
  const children = childrenOf(node)
  if (listTypes.includes(String(node.type))) {
    return children.flatMap((item, index) => {
      const [first = '', ...rest] = linesOf(item, depth + 1, `${indent}  `)
      const bullet = node.type === 'ol' ? `${index + 1}. ` : '- '
      return [`${indent}${bullet}${first.trimStart()}`, ...rest]
    })
  }
  if (children.some((child) => isBlock(child))) return children.flatMap((child) => linesOf(child, depth + 1, indent))
  return [`${indent}${children.map((child) => inlineOf(child, depth + 1)).join('')}`]
}

const blockTypes = new Set(['p', 'li', 'lic', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'variable'])
const isBlock = (child: unknown) => {
  const type = nodeOf(child)?.type
  // A variable's value among texts is inline.
  return typeof type === 'string' && blockTypes.has(type) && type !== 'variable'
}

function inlineOf(given: unknown, depth: number): string {
  const node = nodeOf(given)
  if (!node || depth > depthMax) return ''
  if (typeof node.text === 'string') return marked(node)
  const inner = childrenOf(node)
    .map((child) => inlineOf(child, depth + 1))
    .join('')
  if (node.type !== 'a' || typeof node.url !== 'string' || node.url === '') return inner
  return inner.trim() === '' || inner.trim() === node.url ? node.url : `${inner}: ${node.url}`
}

/** Formatting must touch words; WhatsApp has no underline. */
function marked({ text, bold, italic }: Node): string {
  const whole = String(text)
  const words = whole.trim()
  if (words === '') return whole
  const before = whole.slice(0, whole.length - whole.trimStart().length)
  const after = whole.slice(whole.trimEnd().length)
  const slanted = italic === true ? `_${words}_` : words
  return `${before}${bold === true ? `*${slanted}*` : slanted}${after}`
}

const nodeOf = (given: unknown) => (typeof given === 'object' && given !== null ? (given as Node) : undefined)
const childrenOf = ({ children }: Node): readonly unknown[] => (Array.isArray(children) ? children : [])
