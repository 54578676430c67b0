// A view gets its name, and is shared or kept to oneself.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { Button, CheckField, Dialog, ProblemView, TextField, t } from "#web";
import type { ThingView } from "../../contract.ts";
import type { ViewsStoreInstance } from "./store.ts";

interface Props {
  views: ViewsStoreInstance;
  /** The view whose name is changed; otherwise it is a new one. */
  view?: ThingView | undefined;
  onSave: (draft: { name: string; shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

export const ViewDialog = observer(function ViewDialog({ views, view, onSave, onClose }: Props) {
  const formId = useId();
  const form = useFormik({
    initialValues: { name: view?.name ?? "", shared: view?.shared ?? false },
    validate: ({ name }) => (name.trim() ? {} : { name: t("problem:field.required") }),
    onSubmit: async ({ name, shared }) => {
      if (await onSave({ name: name.trim(), shared })) onClose();
      else form.setFieldError("name", views.saving.problem?.fields?.name);
    },
  });
  const { busy, problem } = views.saving;
  const foot = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t("common:cancel")}
      </Button>
      <Button type="submit" form={formId} tone="primary" busy={busy}>
        {t("event-data:view.save")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(view ? "event-data:view.rename" : "event-data:view.new")}
      onClose={onClose}
      held={busy}
      foot={foot}
    >
      <FormikProvider value={form}>
        <form id={formId} className="form" onSubmit={form.handleSubmit} noValidate>
          <TextField name="name" label={t("event-data:view.name")} maxLength={80} required autoFocus />
          {(views.canShare || view?.shared) && (
            <CheckField name="shared" label={t("event-data:view.shared")} help={t("event-data:view.sharedHelp")} />
          )}
        </form>
      </FormikProvider>
      {problem && !problem.fields?.name && <ProblemView problem={problem} />}
    </Dialog>
  );
});
