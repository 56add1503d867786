import { channelRules } from '../channel/channel-rules.contract'
import type { Connection } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ReadContent } from '../message/inbound/inbound-content'
import type { OfferedMenu } from '../message/message.answers'
import { type MenuText, menuControls, menuText } from '../queue/chatbot/menu-text.contract'
import { getSettings } from '../setting/setting.queries'
import type { BotClaim } from './bot'
import { botTexts } from './bot-texts'
import { chosenNumber } from './chosen-number'

export const leaveWord = 'sair'
export const backWord = '#'

/** `id` comes back with a tap. */
interface MenuChoice {
  id: string
  name: string
}

interface Menu extends Omit<MenuText, 'names'> {
  choices: readonly MenuChoice[]
}

interface MenuMessage {
  text: string
  menu?: OfferedMenu
}

/** Buttons or a list where the channel has them, else a numbered text. */
export function menuMessage(ctx: CompanyContext, { channel }: Pick<Connection, 'channel'>, menu: Menu): MenuMessage {
  const { choices, ...rest } = menu
  const style = menuStyle(ctx, channel, choices)
  if (!style) return { text: menuText({ ...rest, names: choices.map(({ name }) => name) }) }
  const options = choices.map(({ id, name }) => ({ id, name: name.trim() }))
  return { text: menuControls(rest), menu: { style, open: botTexts(ctx).openMenu, options } }
}

function menuStyle(
  ctx: CompanyContext,
  channel: Connection['channel'],
  choices: readonly MenuChoice[],
): OfferedMenu['style'] | undefined {
  const limits = channelRules[channel].menus
  const wanted = getSettings(ctx).chatBotType
  if (!limits || (wanted !== 'button' && wanted !== 'list') || choices.length > limits.rowsMax) return undefined
  const titles = choices.map(({ name }) => name.trim())
  if (titles.includes('')) return undefined
  const fitsButtons =
    choices.length <= limits.buttonsMax &&
    new Set(titles).size === titles.length &&
    titles.every((title) => title.length <= limits.buttonTitleMax)
  return wanted === 'button' && fitsButtons ? 'button' : 'list'
}

export function chosenOption(content: ReadContent, ids: readonly string[]): number | undefined {
  if (content.choice !== undefined) {
    const tapped = ids.indexOf(content.choice)
    return tapped === -1 ? undefined : tapped
  }
  const number = chosenNumber(content)
  return number !== undefined && number >= 1 && number <= ids.length ? number - 1 : undefined
}

export function typedWord({ body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>) {
  return mediaType === null ? body.trim().toLowerCase() : ''
}

/** A menu that is not repeated waits for its options only. @param ids none while the ticket waits for an agent */
export function claimOfMenu(content: ReadContent, ids: readonly string[], isRepeated: boolean): BotClaim {
  const typed = typedWord(content)
  if (ids.length === 0) return typed === leaveWord || typed === backWord ? 'answer' : 'none'
  if (content.choice !== undefined && ids.includes(content.choice)) return 'always'
  if (typed === leaveWord) return 'leave'
  return isRepeated || typed === backWord || chosenNumber(content) !== undefined ? 'answer' : 'none'
}
