import { cutConnection, sendMuted } from '../connection/connection'
import { redeliverAcknowledged, releaseHeldBack } from '../message/mailbox'
import type { FailureSwitches } from '../whatsapp-server.types'
import type { World } from '../account/world'

export function createFailureSwitches(world: World): FailureSwitches {
  const { faults } = world
  return {
    ...createConnectionSwitches(world),
    refusePairing: (on = true) => {
      faults.refusePairing = on
    },
    refuseMessages: (code, times = Number.POSITIVE_INFINITY) => {
      faults.ackError = { code, remaining: times }
    },
    acceptMessages: () => {
      faults.ackError = undefined
    },
    refuseActive: (times) => {
      faults.refusedActives = times
    },
    ignoreRetries: (on = true) => {
      faults.ignoreRetries = on
    },
    ignorePeerRequests: (on = true) => {
      faults.ignorePeerRequests = on
    },
    withholdAcks: (on = true) => {
      faults.withholdAcks = on
    },
    failUploads: (status) => {
      faults.uploadStatus = status
    },
    failDownloads: (status) => {
      faults.downloadStatus = status
    },
    expireMedia: () => {
      for (const [path, blob] of world.media.entries()) world.media.set(path, { ...blob, expired: true })
    },
    replay: (account) => {
      const companion = world.companions.get(account.deviceJid)
      return companion ? redeliverAcknowledged(world, companion) : 0
    },
  }
}

type ConnectionSwitches = Pick<
  FailureSwitches,
  'silence' | 'speak' | 'slow' | 'reorder' | 'dropConnections' | 'refuseConnections'
>

function createConnectionSwitches(world: World): ConnectionSwitches {
  const { faults } = world
  return {
    silence: () => {
      faults.silent = true
      faults.speaksAgain ??= Promise.withResolvers()
    },
    speak: () => {
      faults.silent = false
      faults.speaksAgain?.resolve()
      faults.speaksAgain = undefined
      for (const connection of world.sockets) sendMuted(world, connection)
    },
    slow: (ms) => {
      faults.delayMs = ms
    },
    reorder: (on = true) => {
      faults.reorder = on
      if (!on) for (const connection of world.connections.values()) releaseHeldBack(world, connection)
    },
    dropConnections: () => {
      for (const connection of [...world.sockets]) cutConnection(connection)
    },
    refuseConnections: (on = true) => {
      faults.refuseConnections = on
    },
  }
}
