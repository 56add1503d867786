/** Two soft notes, a fourth apart; synthesised, so that nothing is downloaded. */
const notes = [
  { frequency: 784, atSeconds: 0, seconds: 0.22 },
  { frequency: 1046.5, atSeconds: 0.11, seconds: 0.42 },
] as const
const peakGain = 0.28

let player: AudioContext | undefined
let playedAtMs = -Infinity
/** One event can cause several notifications. */
const pauseMs = 1000

/** Silent until the user has interacted with the page: browsers allow no sound before that. */
export async function playChime(volume: number) {
  player ??= new AudioContext()
  if (player.state === 'suspended') {
    if (!navigator.userActivation?.hasBeenActive) return
    await player.resume()
  }
  if (performance.now() - playedAtMs < pauseMs) return
  playedAtMs = performance.now()
  for (const note of notes) playNote(player, note, volume)
}

function playNote(context: AudioContext, { frequency, atSeconds, seconds }: (typeof notes)[number], volume: number) {
  const start = context.currentTime + atSeconds
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.type = 'sine'
  tone.frequency.value = frequency
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(peakGain * volume, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  tone.connect(gain).connect(context.destination)
  tone.start(start)
  tone.stop(start + seconds)
}
