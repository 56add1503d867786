import type { Person, Companion, GroupRecord, MediaBlob, AppStateCollection } from './server-records.types'
import type { BinaryNode, KeyPair } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { createFaults, type Faults } from '../failure/faults'
import { phoneNumberJid } from '../jids'
import { createPairings, type Pairings } from '../pairing/pairings'
import type { PhoneState } from './phone-state.types'
import { type Collection, openStateStore, type StateStore } from './state-store'
import { createWatchable, type Watchable } from '../wait-until'
import type { Nack } from './phone.types'
import type { WhatsAppServerOptions } from '../whatsapp-server.types'

export interface World {
  options: WhatsAppServerOptions
  store: StateStore
  people: Collection<Person>
  companions: Collection<Companion>
  groups: Collection<GroupRecord>
  media: Collection<MediaBlob>
  appState: Collection<AppStateCollection>
  settings: Collection<KeyPair>
  phones: Map<string, PhoneState>
  /** Pending stanzas of each linked device, by device key. */
  mailboxes: Map<string, Collection<BinaryNode>>
  connections: Map<string, Connection>
  sockets: Set<Connection>
  /** Stanzas already acknowledged, newest last, for `replay`. */
  acknowledged: Map<string, BinaryNode[]>
  nacks: Map<string, Nack[]>
  /** Ids of unreadable messages in each request to a number's phone. */
  askedFor: Map<string, string[][]>
  pairings: Pairings
  faults: Faults
  watch: Watchable
  nextStanzaNumber: number
}

export function createWorld(options: WhatsAppServerOptions): World {
  const store = openStateStore(options.stateFile)
  return {
    options,
    store,
    people: store.collection('person'),
    companions: store.collection('companion'),
    groups: store.collection('group'),
    media: store.collection('media'),
    appState: store.collection('app-state'),
    settings: store.collection('setting'),
    phones: new Map(),
    mailboxes: new Map(),
    connections: new Map(),
    sockets: new Set(),
    acknowledged: new Map(),
    nacks: new Map(),
    askedFor: new Map(),
    pairings: createPairings(),
    faults: createFaults(),
    watch: createWatchable(options.onChange),
    nextStanzaNumber: Date.now(),
  }
}

/** Identifies a linked device: its phone-number jid. */
export function deviceKey(companion: Companion): string {
  return phoneNumberJid(companion.number, companion.device)
}

export function companionsOf(world: World, number: string): Companion[] {
  return [...world.companions.values()].filter((companion) => companion.number === number && !companion.unlinked)
}

/** An id no other stanza has, in the shape the real server uses. */
export function nextStanzaId(world: World): string {
  return String(world.nextStanzaNumber++)
}
