import { Curve, generateRegistrationId, signedKeyPair } from '@whiskeysockets/baileys'
import { lidJid, parseUserJid, phoneNumberJid } from '../jids'
import type { PhoneOptions, Recipient } from '../whatsapp-server.types'
import type { Person } from './server-records.types'
import type { World } from './world'

/** Returns the person with this number, created on first use; later options update it. */
export function ensurePerson(world: World, number: string, options: PhoneOptions = {}): Person {
  const digits = number.replace(/\D/g, '')
  if (!digits) throw new Error(`Not a phone number: ${number}`)
  const person = world.people.get(digits) ?? createPerson(digits)
  if (options.name !== undefined) person.name = options.name
  if (options.about !== undefined) person.about = options.about
  if (options.lid !== undefined) person.lidUser = options.lid.split('@')[0] ?? options.lid
  if (options.addressing !== undefined) person.addressing = options.addressing
  if (options.sendsDeliveryReceipts !== undefined) person.sendsDeliveryReceipts = options.sendsDeliveryReceipts
  world.people.set(digits, person)
  return person
}

function createPerson(number: string): Person {
  return {
    number,
    lidUser: derivedLid(number),
    name: number,
    about: '',
    addressing: 'pn',
    sendsDeliveryReceipts: true,
    installed: true,
    ...freshIdentity(),
    nextPreKeyId: 1,
    nextDevice: 1,
    blocked: [],
  }
}

export function freshIdentity(): Pick<Person, 'identity' | 'registrationId' | 'signedPreKey'> {
  const identity = Curve.generateKeyPair()
  return { identity, registrationId: generateRegistrationId() + 1, signedPreKey: signedKeyPair(identity, 1) }
}

/** A stable LID unlike any phone number: 15 digits starting with 9. */
function derivedLid(number: string): string {
  const digest = Bun.hash(number).toString().padStart(14, '0')
  return `9${digest.slice(-14)}`
}

function personByLid(world: World, lidUser: string): Person | undefined {
  for (const person of world.people.values()) {
    if (person.lidUser === lidUser) return person
  }
  return undefined
}

export function personByJid(world: World, jid: string | undefined): Person | undefined {
  const address = parseUserJid(jid)
  if (!address) return undefined
  return address.isLid ? personByLid(world, address.user) : world.people.get(address.user)
}

/** Finds who answers for a number. Brazilian mobiles from before 2012 have no ninth digit on WhatsApp, so both spellings match. */
export function personByDialledNumber(world: World, number: string): Person | undefined {
  const digits = number.replace(/\D/g, '')
  const brazilian = /^(55\d{2})(9?)(\d{8})$/.exec(digits)
  const otherSpelling = brazilian ? `${brazilian[1]}${brazilian[2] ? '' : '9'}${brazilian[3]}` : undefined
  const person = world.people.get(digits) ?? (otherSpelling ? world.people.get(otherSpelling) : undefined)
  return person?.installed ? person : undefined
}

/** Turns what callers pass as recipient into a jid: a bare number becomes a phone-number jid. */
export function recipientJid(recipient: Recipient): string {
  const text = typeof recipient === 'string' ? recipient : recipient.jid
  return text.includes('@') ? text : phoneNumberJid(text.replace(/\D/g, ''))
}

/** Returns the addressed person. @throws Error for groups and strangers */
export function requirePerson(world: World, recipient: Recipient): Person {
  const jid = recipientJid(recipient)
  const person = personByJid(world, jid)
  if (!person) throw new Error(`Nobody on this server has ${jid}`)
  return person
}

export function jidOf(person: Person, addressing: Person['addressing'] = 'pn', device = 0): string {
  return addressing === 'lid' ? lidJid(person.lidUser, device) : phoneNumberJid(person.number, device)
}
