import { keepNewest } from '../../src/kernel/keep-newest.contract'
import { frameIdentity, type LiveFrame } from './live-protocol'

const rememberedFramesMax = 1000

/** Recently received frames, to drop repetitions. Bounded, because repetitions occur only right after a reconnect. */
export function createSeenFrames() {
  const identities = new Set<string>()
  return {
    isNew(frame: LiveFrame, text: string) {
      const identity = frameIdentity(frame, text)
      if (identity === undefined) return true
      if (identities.has(identity)) return false
      identities.add(identity)
      keepNewest(identities, rememberedFramesMax)
      return true
    },
  }
}
