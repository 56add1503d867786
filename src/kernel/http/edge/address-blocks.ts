import { BlockList, isIP } from 'node:net'

export function isAddressBlock(item: string) {
  const [address = '', prefix, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

export function createBlockList(items: readonly string[]) {
  const blocks = new BlockList()
  for (const item of items) {
    const [address = '', prefix] = item.split('/')
    if (prefix === undefined) blocks.addAddress(address, familyOf(address))
    else blocks.addSubnet(address, Number(prefix), familyOf(address))
  }
  return blocks
}

export const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
