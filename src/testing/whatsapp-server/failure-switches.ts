import { cutConnection, sendMuted } from './connection'
import { redeliverAcknowledged, releaseHeldBack } from './mailbox'
import type { FailureSwitches } from './whatsapp-server.types'
import type { World } from './world'

export function createFailureSwitches(world: World): FailureSwitches {
  const { faults } = world
  return {
    silence: () => void (faults.silent = true),
    speak: () => {
      faults.silent = false
      for (const connection of world.sockets) sendMuted(world, connection)
    },
    slow: (ms) => void (faults.delayMs = ms),
    reorder: (on = true) => {
      faults.reorder = on
      if (!on) for (const connection of world.connections.values()) releaseHeldBack(world, connection)
    },
    dropConnections: () => {
      for (const connection of [...world.sockets]) cutConnection(connection)
    },
    refuseConnections: (on = true) => void (faults.refuseConnections = on),
    refusePairing: (on = true) => void (faults.refusePairing = on),
    refuseMessages: (code, times = Number.POSITIVE_INFINITY) => void (faults.ackError = { code, remaining: times }),
    acceptMessages: () => void (faults.ackError = undefined),
    withholdAcks: (on = true) => void (faults.withholdAcks = on),
    failUploads: (status) => void (faults.uploadStatus = status),
    failDownloads: (status) => void (faults.downloadStatus = status),
    expireMedia: () => {
      for (const [path, blob] of world.media.entries()) world.media.set(path, { ...blob, expired: true })
    },
    replay: (account) => {
      const companion = world.companions.get(account.deviceJid)
      return companion ? redeliverAcknowledged(world, companion) : 0
    },
  }
}
