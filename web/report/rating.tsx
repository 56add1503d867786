import { useFormat, useTexts } from '../i18n/i18n'
import { faceOf } from './rating-face'

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
