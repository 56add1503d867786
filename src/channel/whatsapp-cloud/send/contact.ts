import type { OutgoingContent } from '../../channel'

const phonesMax = 10
const unescaped = (text: string) => text.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').trim()

/** Converts a vCard to a contact as Meta describes it. */
export function contactOf({ name, vcard }: Extract<OutgoingContent, { kind: 'contact' }>) {
  const lines = vcard.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const of = (property: string) =>
    lines.flatMap((line) => {
      const match = new RegExp(`^(?:item\\d+\\.)?${property}((?:;[^:]*)?):(.*)$`, 'i').exec(line)
      return match ? [{ parameters: match[1] ?? '', value: unescaped(match[2] ?? '') }] : []
    })
  const phones = of('TEL')
    .slice(0, phonesMax)
    .map(({ parameters, value }) => {
      const waId = /;waid=(\d+)/i.exec(parameters)?.[1]
      return { phone: value, type: 'CELL', ...(waId ? { wa_id: waId } : {}) }
    })
  const emails = of('EMAIL').slice(0, phonesMax)
  const shown = name.trim() || of('FN')[0]?.value || phones[0]?.phone || '?'
  return {
    name: { formatted_name: shown, first_name: shown },
    ...(phones.length > 0 ? { phones } : {}),
    ...(emails.length > 0 ? { emails: emails.map(({ value }) => ({ email: value, type: 'WORK' })) } : {}),
  }
}
