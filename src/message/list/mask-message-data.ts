import { maskNumber, maskText } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageData } from '../message.answers'
import { numbersOf } from '../compose/vcard.contract'

export function maskMessageData(ctx: CompanyContext, data: MessageData): MessageData {
  const mask = (text: string) => maskText(ctx, text)
  const { file, location, contacts, contentText, footerText, buttons, template, transcription } = data
  return {
    ...data,
    ...(file && { file: { ...file, name: mask(file.name) } }),
    ...(location && { location: maskLocation(location, mask) }),
    ...(contacts && { contacts: contacts.map((card) => maskCard(card, mask)) }),
    ...(contentText !== undefined && { contentText: mask(contentText) }),
    ...(footerText !== undefined && { footerText: mask(footerText) }),
    ...(template && { template: { ...template, components: [] } }),
    ...(transcription !== undefined && { transcription: mask(transcription) }),
    ...(buttons && {
      buttons: buttons.map(({ buttonId, buttonText }) => ({
        buttonId: mask(buttonId),
        buttonText: { displayText: mask(buttonText.displayText) },
      })),
    }),
  }
}

function maskLocation(location: NonNullable<MessageData['location']>, mask: (text: string) => string) {
  const { name, address } = location
  return {
    ...location,
    ...(name !== undefined && { name: mask(name) }),
    ...(address !== undefined && { address: mask(address) }),
  }
}

/** A card consists of numbers and addresses of potential contacts, so only what stays readable is returned. */
function maskCard({ name, vcard }: { name: string; vcard: string }, mask: (text: string) => string) {
  const [number] = numbersOf(vcard)
  const isName = /\p{L}/u.test(name)
  return {
    name: isName ? mask(name) : maskNumber(number ?? ''),
    vcard: '',
    ...(number && { number: maskNumber(number) }),
  }
}
