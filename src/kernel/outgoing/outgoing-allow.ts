import { isAddressBlock, createBlockList, familyOf } from '../http/edge/ip-address'

export type OutgoingAllowList = readonly string[]

export interface OutgoingAllow {
  isAllowed(target: { host: string; address: string; port: number }): 'port' | 'anyPort' | undefined
}

interface Entry {
  target: string
  port?: number
}

const entryPattern = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const hostPattern = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)*${label}$`, 'i')

export const splitAllowList = (text: string): OutgoingAllowList => text.split(/[\s,]+/).filter((item) => item !== '')

export const isAllowEntry = (item: string) => readEntry(item) !== undefined

export function createOutgoingAllow(list: OutgoingAllowList): OutgoingAllow {
  const entries = list.flatMap((item) => readEntry(item) ?? []).map(createMatcher)
  return {
    isAllowed({ host, address, port }) {
      const found = entries.filter((entry) => (entry.port ?? port) === port && entry.matches(host, address))
      if (found.some((entry) => entry.port !== undefined)) return 'port'
      return found.length > 0 ? 'anyPort' : undefined
    },
  }
}

function createMatcher({ target, port }: Entry) {
  if (!isAddressBlock(target)) return { port, matches: (host: string) => host === target.toLowerCase() }
  const blocks = createBlockList([target])
  return { port, matches: (_host: string, address: string) => blocks.check(address, familyOf(address)) }
}

function readEntry(item: string): Entry | undefined {
  if (isAddressBlock(item)) return { target: item }
  const [, ipv6, target = ipv6, port] = entryPattern.exec(item) ?? []
  if (target === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined
  const isAddress = isAddressBlock(target) && !target.includes('/')
  if (ipv6 !== undefined ? !isAddress || !ipv6.includes(':') : !isAddress && !isHostName(target)) return undefined
  return { target, port: port === undefined ? undefined : Number(port) }
}

/** A numeric last label belongs to an IPv4 address. */
const isHostName = (text: string) => hostPattern.test(text) && !/(?:^|\.)(?:\d+|0x[\da-f]*)$/i.test(text)
