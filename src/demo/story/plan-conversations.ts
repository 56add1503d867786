import { zonedTime } from '../../kernel/time/time-zone'
import { minuteMs, hourMs, dayMs } from '../../kernel/time/durations.contract'
import { defaultTimeZones } from '../../platform/company/company.contract'
import { type QueueName, queueNames, staff } from '../company/demo-company'
import { one } from './names'
import type { Random } from './random'
import { careStories } from './stories-care'
import { deliveryStories } from './stories-delivery'
import { salesStories } from './stories-sales'
import type { Story } from './story'

/** `closed`: without a rating question. `rated`: asked and answered. `asked`: waiting for the answer. */
type Ending = 'pending' | 'open' | 'closed' | 'rated' | 'asked'

export interface PlannedConversation {
  contact: number
  story: Story
  startMs: number
  ending: Ending
  userId: number
  variant: number
}

const stories: readonly Story[] = [...salesStories, ...deliveryStories, ...careStories]
/** The last month and, for comparison, the one before. */
export const weeksBack = 9
const timeZone = defaultTimeZones.pt

export const firstStaffId = 2
const userIdOf = (index: number) => index + firstStaffId

/** Plans the conversations: who writes when, about what, and how each ends. Active ones began within the last ten days. */
export function planConversations(conversations: number, nowMs: number, random: Random) {
  const planned: PlannedConversation[] = []
  for (let index = 0; index < conversations; index++) {
    const ending = endingOf(index, conversations)
    const story = stories[(index * 7 + random(3)) % stories.length]
    if (!story) throw new Error('There are no stories')
    const startMs = startOf(ending, nowMs, random)
    // Returning contacts wrote first long before; all others write once.
    const isBack = ending !== 'closed' && ending !== 'rated' && random(3) === 0
    const contact = isBack ? random(Math.max(1, Math.floor(conversations * 0.4))) : index
    planned.push({
      contact,
      story,
      startMs,
      ending,
      userId: attendantOf(story.queue, ending === 'open' ? 4 : 7, random),
      variant: random(1000),
    })
  }
  return onePresentEach(planned)
}

/** Oldest first: closed, then active ones, so that contacts with low ids have a history. */
function endingOf(index: number, total: number): Ending {
  const part = index / total
  if (part < 0.8) return index % 5 < 2 ? 'rated' : 'closed'
  if (part < 0.82) return 'asked'
  return part < 0.94 ? 'open' : 'pending'
}

function startOf(ending: Ending, nowMs: number, random: Random) {
  switch (ending) {
    case 'pending':
      return nowMs - 3 * minuteMs - random(random(3) === 0 ? 20 * 60 : 150) * minuteMs
    case 'open':
      return byDay(() => nowMs - 25 * minuteMs - random(10 * 60) * minuteMs - daysOpen(random) * dayMs)
    case 'asked':
      return byDay(() => nowMs - 3 * hourMs - random(16 * 60) * minuteMs)
    default:
      return workingHour(nowMs - dayMs - random(weeksBack * 7 - 1) * dayMs, random)
  }
}

/** Most have been open for a few days only, some for more than a week, so that no day stands out. */
const daysOpen = (random: Random) => Math.min(random(10), random(10))

/** Draws again while the time is at night. */
function byDay(draw: () => number) {
  for (let tries = 0; tries < 50; tries++) {
    const atMs = draw()
    const { hour } = zonedTime(atMs, timeZone)
    if (hour >= 8 && hour < 20) return atMs
  }
  return draw()
}

function workingHour(atMs: number, random: Random) {
  const day = zonedTime(atMs, timeZone).startOfDay()
  const workday = day.dayOfWeek === 7 ? day.subtract({ days: 1 + random(6) }) : day
  return workday.with({ hour: 8 }).epochMilliseconds + random(9 * 60) * minuteMs + random(60) * 1000
}

function attendantOf(queue: QueueName, adminsShare: number, random: Random) {
  const members = staff.flatMap((member, index) => (member.queues.includes(queue) ? [index] : []))
  const admins = members.filter((index) => staff[index]?.profile === 'admin')
  const agents = members.filter((index) => staff[index]?.profile === 'user')
  return userIdOf(one(random(adminsShare) === 0 ? admins : agents, random))
}

const isActive = ({ ending }: PlannedConversation) => ending !== 'closed' && ending !== 'rated'

/** One active conversation per contact, at least a day after its others, as a ticket takes all messages. Others move to another contact. */
function onePresentEach(planned: PlannedConversation[]) {
  const freeFromMs = new Map<number, number>()
  for (const { contact, startMs } of planned.filter((one) => !isActive(one))) {
    freeFromMs.set(contact, Math.max(freeFromMs.get(contact) ?? 0, startMs + dayMs))
  }
  for (const [index, conversation] of planned.entries()) {
    if (!isActive(conversation)) continue
    if (conversation.startMs < (freeFromMs.get(conversation.contact) ?? 0)) conversation.contact = index
    freeFromMs.set(conversation.contact, Infinity)
  }
  return planned
}

export const queueIdOf = (queue: QueueName) => queueNames.indexOf(queue) + 1

const goods = [
  'mesa Ipê',
  'cadeira Lis',
  'estante Cedro',
  'poltrona Alba',
  'cômoda Nina',
  'cama Jatobá',
  'escrivaninha Sol',
]
const towns = ['Campinas', 'Santo André', 'Osasco', 'Jundiaí', 'Sorocaba', 'Guarulhos', 'Mogi das Cruzes']
const quarters = ['Jardim Europa', 'Vila Nova', 'Centro', 'Bela Vista', 'Parque das Flores']

export function fillGaps(text: string, variant: number): string {
  const values: Record<string, string> = {
    produto: goods[variant % goods.length] ?? '',
    pedido: String(10_400 + variant),
    valor: `${1 + (variant % 4)}.${String(100 + ((variant * 7) % 900))},00`,
    cidade: towns[variant % towns.length] ?? '',
    bairro: quarters[variant % quarters.length] ?? '',
  }
  return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (gap, name: string) => values[name] ?? gap)
}
