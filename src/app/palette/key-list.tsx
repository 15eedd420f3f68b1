/** Every key that does something here, with its command. */
import { Kbd, Modal, Table, Text } from '@mantine/core'
import { bindingLabels } from '../../core/commands/keys.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'

export default function KeyList({ onClose }: { onClose: () => void }) {
  const { commands, platform } = useKernel()
  const { t, tm } = useText()
  const usable = commands.all
    .getState()
    .filter(command => command.keys.length > 0 && commands.isEnabled(command.id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Keys for this screen')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {usable.length === 0 && <Text>{t('No key does anything here.')}</Text>}
      <Table>
        <Table.Tbody>
          {usable.map(command => (
            <Table.Tr key={command.id}>
              <Table.Td>{tm(command.source, command.title)}</Table.Td>
              <Table.Td ta="right">
                {command.keys.map(binding => (
                  <span key={binding}>
                    {bindingLabels(binding, platform.mac).map(label => (
                      <Kbd key={label} ml={4}>
                        {label}
                      </Kbd>
                    ))}
                  </span>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
