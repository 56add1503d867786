import { channelRules, cloudChannel } from '../../channel-rules.contract'
import type { OutgoingContent } from '../../channel'

type Menu = Extract<OutgoingContent, { kind: 'menu' }>

/** The text above buttons; that above a list may be as long as any. */
const buttonTextMax = 1024
const { menus } = channelRules[cloudChannel]

/** Returns a menu as reply buttons or as a list. */
export function menuBody({ text, style, open, options }: Menu) {
  const body = { text }
  if (style === 'button' && text.length <= buttonTextMax) {
    const buttons = options.map(({ id, name }) => ({ type: 'reply', reply: { id, title: name } }))
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } }
  }
  const rows = options.map(({ id, name }) => ({ id, ...rowText(name) }))
  return { type: 'interactive', interactive: { type: 'list', body, action: { button: open, sections: [{ rows }] } } }
}

/** A long name is cut in the title, and whole below it. */
function rowText(name: string) {
  const { rowTitleMax = 24, rowTextMax = 72 } = menus ?? {}
  if (name.length <= rowTitleMax) return { title: name }
  return { title: cut(name, rowTitleMax), description: cut(name, rowTextMax) }
}

/** Never between the halves of a character. */
const cut = (text: string, limit: number) =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
