export const mail = {
  code: {
    subject: "{code} هو رمزك للدفع إلى {payee}",
    title: "رمزك",
    purpose: "أدخله لمتابعة دفع {amount} إلى {payee}.",
    validity:
      "يصلح لمدة {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}، ولمرة واحدة فقط.",
    secret: "لا تخبر به أحدًا. نحن لا نتصل ولا نكتب أبدًا لطلب رمز.",
    ignore: "إذا لم تكن بصدد دفع شيء الآن فلا داعي لفعل شيء: لا يستطيع أحد المتابعة دون هذا الرمز.",
  },
  receipt: {
    subject: "إيصال: {amount} إلى {payee}",
    title: "الإيصال الخاص بك",
    paid: "تم دفع {amount} إلى {payee} في {time}.",
    show: "عرض الإيصال",
    why: "تصلك هذه الرسالة لأن هذا العنوان ذُكر عند دفع مبلغ إلى {payee}.",
  },
} as const;
