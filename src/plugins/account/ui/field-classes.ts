/** The parts of a Mantine input, laid out as a row: words on the left, control on the right. */
import classes from './settings/settings-page.module.css'

export const FIELD_CLASSES = {
  root: classes.field,
  label: classes.label,
  description: classes.description,
  wrapper: classes.control,
  error: classes.error,
}
