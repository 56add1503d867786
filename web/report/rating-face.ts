/** Emoji for ratings 1 to 5. */
const faces = ['😡', '😞', '😐', '🙂', '😍'] as const

export function faceOf(rating: number): string {
  return faces[Math.min(5, Math.max(1, Math.round(rating))) - 1] ?? ''
}
