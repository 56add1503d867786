import { useFormat, useTexts } from '../i18n/i18n'

/** Emoji for ratings 1 to 5. */
const faces = ['😡', '😞', '😐', '🙂', '😍'] as const

export function faceOf(rating: number): string {
  return faces[Math.min(5, Math.max(1, Math.round(rating))) - 1] ?? ''
}

/** An average from 1 to 5; a dash without ratings. */
export function Rating({ rating }: { rating: number }) {
  const { dashboard } = useTexts('dashboard')
  const t = dashboard.attendants
  const format = useFormat()
  const said = rating === 0 ? t.noRating : t.ratingOf(format.number(rating, 1))
  return (
    <span className="rating">
      <span className="visually-hidden">{said}</span>
      <span aria-hidden className="rating-face">
        {rating === 0 ? '' : faceOf(rating)}
      </span>
      <span aria-hidden className="tabular">
        {rating === 0 ? '–' : format.number(rating, 1)}
      </span>
    </span>
  )
}
